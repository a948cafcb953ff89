import { fill, h } from './dom.js';

/** A note beside the pointer. What it says stands elsewhere too, so nothing depends on a pointer. */
export class Tip {
  node = h('div', { class: 'tip', hidden: true, 'aria-hidden': 'true' });

  show(event, content) {
    fill(this.node, content);
    this.node.hidden = false;
    this.move(event);
  }

  move(event) {
    const box = this.node.getBoundingClientRect();
    const below = event.clientY + 18;
    const top = below + box.height > innerHeight - 8 ? Math.max(8, event.clientY - box.height - 12) : below;
    this.node.style.left = `${Math.max(8, Math.min(event.clientX + 14, innerWidth - box.width - 10))}px`;
    this.node.style.top = `${top}px`;
  }

  hide() {
    this.node.hidden = true;
  }
}

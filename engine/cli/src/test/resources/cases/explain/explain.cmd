explain T301
explain t301
explain T310
explain nonsense
explain C201 C202

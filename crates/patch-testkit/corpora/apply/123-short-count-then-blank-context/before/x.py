x1
x2
x3

x5
x6
x7
x8
x9
x10
x11
x12

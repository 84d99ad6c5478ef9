x1
new
x2
x3

x5
x6
x7
x8
x9
x10
X11
x12

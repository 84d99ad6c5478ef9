a = 1
b = 2
x = 1

y = 2

c = 3
d = 4
e = 5

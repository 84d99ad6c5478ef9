def f():
    one()
    mid()
    two()

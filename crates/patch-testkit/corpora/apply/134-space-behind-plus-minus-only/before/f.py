def f():
    if a:
        one()
        two()
    return

def f():
    a()
    return

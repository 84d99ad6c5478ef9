class A:
  def f():
    1
class B:
  def f():
    2

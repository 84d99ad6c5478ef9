class A:
    def ge(self):
        try:
            x()
        except E:
            return N
    def a(self):
        pass
class B:
    def eq(self):
        return False  # B
    def ge(self):
        try:
            x()
        except E:
            raise T
    def b(self):
        pass
class C:
    def eq(self):
        return False  # C
    def ge(self):
        try:
            x()
        except E:
            raise T
    def c(self):
        pass

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
        return N
    def ge(self):
        try:
            x()
        except E:
            return N
    def b(self):
        pass

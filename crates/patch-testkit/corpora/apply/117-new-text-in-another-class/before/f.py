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

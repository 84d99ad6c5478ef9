import os
import unittest

class T(unittest.TestCase):
    def test_first(self):
        conn = self.connect()
        conn.hello()
        conn.login("user")
        conn.select("inbox")
        conn.noop()
        conn.logout()
        conn.close()

    def test_second(self):
        conn = self.connect()
        conn.hello()
        conn.login("user")
        conn.select("inbox")
        conn.noop()
        conn.logout()
        conn.close()

    def helper(self):
        a = 1
        b = 2
        c = 3
        return a + b + c

def check(user):
    if user is None:
        return False
    return user.active

def main():
    pass

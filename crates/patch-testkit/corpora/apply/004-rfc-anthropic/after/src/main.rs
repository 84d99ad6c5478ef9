fn main() {
 new_call();
}

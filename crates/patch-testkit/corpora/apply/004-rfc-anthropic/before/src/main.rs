fn main() {
 old_call();
}

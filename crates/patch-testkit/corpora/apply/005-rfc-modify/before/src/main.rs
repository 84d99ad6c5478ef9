use std::io;








fn main() {
println!("hello");
 old_call();
}

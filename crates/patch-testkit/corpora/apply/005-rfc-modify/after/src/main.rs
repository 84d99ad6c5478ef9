use std::io;








fn main() {
println!("hello");
 new_call();
 extra_call();
}

// header
function declaration of file() {
old implementation
}

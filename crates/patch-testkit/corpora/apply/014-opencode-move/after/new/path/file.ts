// header
function declaration of file() {
new implementation
}

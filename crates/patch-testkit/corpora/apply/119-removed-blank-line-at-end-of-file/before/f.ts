import x;

function a() {
}

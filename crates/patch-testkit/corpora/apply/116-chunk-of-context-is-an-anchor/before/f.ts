export function one() {
  try {
    go();
  } catch (e) {
    fail(e);
  }
}

export function two() {
  try {
    go();
  } catch (e) {
    fail(e);
  }
}

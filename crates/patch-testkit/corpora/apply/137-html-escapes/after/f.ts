if (a < b && c) {
  go();
} else if (b < a) { stop(); }
end();

import x;


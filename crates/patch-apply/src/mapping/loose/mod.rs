//! Which rule do the old lines of a hunk show that agree loosely with the file? [`own_lines`] asks,
//! in this order:
//!
//! | Question | |
//! | --- | --- |
//! | Does outer context differ? It shows no indentation then | [`outer`] |
//! | Is the file in half tabs, or the patch in tabs of several columns? | [`columns`] |
//! | What is each old line in the patch and in the file? | [`old`] |
//! | What is known of the added lines: | [`added`] |
//! | – which of them are in which? | [`nested`] |
//! | – in whose place are they? | [`replaced`] |
//! | – in which steps are they? | [`steps`] |
//! | Which of the rules that the old lines show is meant? | [`choice`] |
//! | Does what it writes go with the lines that are kept? | [`seams`] |
//! | Is that in the steps and the blanks of the file? | [`fit`] |
//! | Are lines aligned with a bracket? | [`aligned`] |

mod added;
mod aligned;
mod choice;
mod columns;
mod fit;
mod nested;
mod old;
mod outer;
mod own_lines;
mod replaced;
mod seams;
mod steps;

//! Finds the rule that the old lines of a loosely matching hunk show. [`own_lines`] asks, in this
//! order:
//!
//! | Question | |
//! | --- | --- |
//! | Does it move kept lines into a block, or out of one? | [`moved`] |
//! | Does outer context differ? It shows no indentation then | [`outer`] |
//! | Is the file in half tabs, or the patch in tabs of several columns? | [`columns`] |
//! | What is each old line in the patch and in the file? | [`old`] |
//! | What is known of the added lines: | [`added`] |
//! | – which are nested in which? | [`nested`] |
//! | – which lines do they replace? | [`replaced`] |
//! | – what steps do they have? | [`steps`] |
//! | Which of the rules that the old lines show is meant? | [`choice`] |
//! | Do the lines that it writes fit the kept lines? | [`seams`] |
//! | Are they beside lines like them, or would they be so otherwise? | [`siblings`] |
//! | Do they have the steps and the blanks of the file? | [`fit`] |
//! | Are lines aligned with a bracket? | [`aligned`] |

mod added;
mod aligned;
mod choice;
mod columns;
mod fit;
mod moved;
mod nested;
mod old;
mod outer;
mod own_lines;
mod replaced;
mod rows;
mod seams;
mod siblings;
mod steps;

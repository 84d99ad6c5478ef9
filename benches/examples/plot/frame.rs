//! The common parts of charts: a frame with two axes, names beside what they belong to, and colours
//! that mean the same everywhere.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The area that is drawn on.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const GRID: RGBColor = RGBColor(222, 222, 222);
pub(crate) const TEXT: RGBColor = RGBColor(60, 60, 60);

/// The colour of a tool.
pub(crate) fn colour(tool: &str) -> RGBColor {
    match tool {
        "ours" => RGBColor(20, 90, 190),
        "diffy" => RGBColor(230, 120, 20),
        "flickzeug" => RGBColor(40, 150, 70),
        "mpatch" => RGBColor(150, 70, 170),
        "similar" => RGBColor(200, 40, 60),
        "imara-diff" => RGBColor(130, 90, 60),
        "git" => RGBColor(220, 90, 170),
        "GNU patch" => RGBColor(130, 150, 20),
        "floor" | "bare loop" => RGBColor(110, 110, 110),
        "memchr" | "memcpy" => RGBColor(175, 175, 175),
        // Belongs to ours, too: a part of the work, or the same in another way.
        "library" | "parse" => RGBColor(0, 200, 200),
        "placement" | "search" => RGBColor(120, 130, 230),
        "two jobs" | "whole" => RGBColor(240, 180, 0),
        "again" => RGBColor(90, 20, 60),
        _ => RGBColor(0, 0, 0),
    }
}

/// The nth colour for lines that are not tools.
pub(crate) fn nth_colour(number: usize) -> RGBColor {
    const COLOURS: [&str; 9] = [
        "ours",
        "diffy",
        "flickzeug",
        "similar",
        "mpatch",
        "git",
        "imara-diff",
        "GNU patch",
        "other",
    ];
    colour(COLOURS.get(number % COLOURS.len()).copied().unwrap_or_default())
}

/// How a text is aligned at its point.
#[derive(Clone, Copy)]
pub(crate) enum Lies {
    Before,
    Centred,
    Behind,
}

/// Writes a text, at the height of the point.
pub(crate) fn write(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    lies: Lies,
    size: i32,
    colour: RGBColor,
) {
    let anchor = match lies {
        Lies::Before => HPos::Right,
        Lies::Centred => HPos::Center,
        Lies::Behind => HPos::Left,
    };
    let style = ("sans-serif", size).into_font().color(&colour).pos(Pos::new(anchor, VPos::Center));
    area.draw_text(text, &style, at).expect("it can be drawn");
}

/// A logarithmic axis, long enough for all values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// From below the smallest to above the greatest of these, at least a factor of four.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = values
            .into_iter()
            .filter(|value| *value > 0.0)
            .map(f64::log10)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return Self { low: 0.0, high: 1.0 };
        }
        let room = (0.04 * (high - low)).max((0.6 - (high - low)) / 2.0).max(0.05);
        Self { low: low - room, high: high + room }
    }

    /// How far along the axis a value is, from 0 to 1.
    fn part(self, value: f64) -> f64 {
        (value.max(f64::MIN_POSITIVE).log10() - self.low) / (self.high - self.low)
    }

    /// Round values to write at the axis: powers of ten, and values between them on a short one.
    fn ticks(self) -> Vec<f64> {
        let steps: &[f64] = match self.high - self.low {
            span if span > 2.5 => &[1.0],
            span if span > 1.2 => &[1.0, 3.0],
            _ => &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
        };
        #[expect(clippy::cast_possible_truncation, reason = "powers of ten of a chart")]
        let (first, last) = (self.low.floor() as i32, self.high.ceil() as i32);
        let all =
            (first..=last).flat_map(|power| steps.iter().map(move |s| s * 10_f64.powi(power)));
        all.filter(|tick| (0.0..=1.0).contains(&self.part(*tick))).collect()
    }
}

/// A rectangle with two axes.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Frame {
    pub(crate) fn x(self, axis: Axis, value: f64) -> i32 {
        between(self.left, self.right, axis.part(value))
    }

    pub(crate) fn y(self, axis: Axis, value: f64) -> i32 {
        between(self.bottom, self.top, axis.part(value))
    }

    pub(crate) fn border(self, area: &Area<'_>) {
        let corners = [(self.left, self.top), (self.right, self.bottom)];
        area.draw(&Rectangle::new(corners, GRID)).expect("it can be drawn");
    }

    /// Lines from the bottom to the top, with values below.
    pub(crate) fn x_grid(self, area: &Area<'_>, axis: Axis, text: impl Fn(f64) -> String) {
        for tick in axis.ticks() {
            let x = self.x(axis, tick);
            line(area, &[(x, self.top), (x, self.bottom)], GRID, 1);
            write(area, &text(tick), (x, self.bottom + 12), Lies::Centred, 12, TEXT);
        }
    }

    /// Lines from the left to the right, with values before them.
    pub(crate) fn y_grid(self, area: &Area<'_>, axis: Axis, text: impl Fn(f64) -> String) {
        for tick in axis.ticks() {
            let y = self.y(axis, tick);
            line(area, &[(self.left, y), (self.right, y)], GRID, 1);
            write(area, &text(tick), (self.left - 6, y), Lies::Before, 12, TEXT);
        }
    }
}

fn between(from: i32, to: i32, part: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a chart")]
    let at = f64::from(to - from).mul_add(part, f64::from(from)).round() as i32;
    at
}

/// Draws a line through points.
pub(crate) fn line(area: &Area<'_>, points: &[(i32, i32)], colour: impl Color, width: u32) {
    let path = PathElement::new(points.to_vec(), colour.stroke_width(width));
    area.draw(&path).expect("it can be drawn");
}

/// Draws a dot.
pub(crate) fn dot(area: &Area<'_>, at: (i32, i32), size: i32, colour: RGBColor) {
    area.draw(&Circle::new(at, size, colour.filled())).expect("it can be drawn");
}

/// Heights for names beside their points that do not cover each other, in the order of the points:
/// each at its own height where there is room, and never above `top` or below `bottom` while they
/// fit.
pub(crate) fn spread(heights: &[i32], apart: i32, top: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by_key(|at| heights.get(*at));
    let mut placed = heights.to_vec();
    let mut next = top;
    for at in &order {
        if let Some(height) = placed.get_mut(*at) {
            *height = (*height).max(next);
            next = *height + apart;
        }
    }
    let mut last = bottom;
    for at in order.iter().rev() {
        if let Some(height) = placed.get_mut(*at) {
            *height = (*height).min(last);
            last = *height - apart;
        }
    }
    placed
}

/// A number as a person writes it.
pub(crate) fn short(number: f64) -> String {
    let (number, unit) = match number {
        n if n >= 1e9 => (n / 1e9, " G"),
        n if n >= 1e6 => (n / 1e6, " M"),
        n if n >= 1e3 => (n / 1e3, " k"),
        n => (n, ""),
    };
    let rounded = (number * 1000.0).round() / 1000.0;
    format!("{rounded}{unit}")
}

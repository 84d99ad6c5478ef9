//! The charts.

use std::collections::BTreeMap;
use std::path::Path;

use plotters::prelude::*;

use crate::frame::{
    Area, Axis, Frame, Lies, TEXT, colour, dot, line, nth_colour, short, spread, write,
};
use crate::results::{Figure, Name, Results, natural, size};

const WIDTH: i32 = 1000;

/// Between two lines of a legend.
const LEGEND_ROW: i32 = 18;

/// An empty chart.
fn sheet(path: &Path, height: i32, title: &str, draw: impl FnOnce(&Area<'_>)) {
    let pixels = |length: i32| u32::try_from(length).unwrap_or_default();
    let area = SVGBackend::new(path, (pixels(WIDTH), pixels(height))).into_drawing_area();
    area.fill(&WHITE).expect("it can be drawn");
    write(&area, title, (16, 22), Lies::Behind, 18, BLACK);
    draw(&area);
    area.present().expect("the chart can be written");
}

/// A row for each work: the cost of each tool as a multiple of ours.
pub(crate) fn beside_peers(path: &Path, title: &str, figures: &[Figure], measure: &str) {
    const ROW: i32 = 18;
    let mut rows = BTreeMap::<(&str, Name, &str), Vec<(&str, f64)>>::new();
    for figure in figures.iter().filter(|figure| figure.measure == measure) {
        let Some(ratio) = figure.ratio else { continue };
        let row = rows.entry((&figure.group, natural(&figure.work), &figure.work)).or_default();
        row.push((&figure.tool, ratio));
    }
    rows.retain(|_, tools| tools.len() > 1);
    let axis = Axis::of(rows.values().flatten().map(|(_, ratio)| *ratio));
    let count = i32::try_from(rows.len()).unwrap_or_default();
    let mut tools: Vec<&str> = rows.values().flatten().map(|(tool, _)| *tool).collect();
    tools.sort_unstable_by_key(|tool| (*tool != "ours", *tool));
    tools.dedup();
    let top = 70 + legend_places(&tools).last().map_or(0, |(_, y)| *y);
    let frame = Frame { left: 330, top, right: WIDTH - 30, bottom: top + count * ROW };
    sheet(path, frame.bottom + 34, title, |area| {
        legend(area, &tools, 48);
        frame.x_grid(area, axis, short);
        frame.border(area);
        let one = frame.x(axis, 1.0);
        line(area, &[(one, frame.top), (one, frame.bottom)], colour("ours"), 1);
        let mut y = frame.top + ROW / 2;
        let mut group = "";
        for ((of, _, work), tools) in &rows {
            if *of != group {
                line(area, &[(16, y - ROW / 2), (frame.right, y - ROW / 2)], TEXT, 1);
                write(area, of, (16, y), Lies::Behind, 13, BLACK);
                group = of;
            }
            write(area, work, (frame.left - 8, y), Lies::Before, 12, TEXT);
            for (tool, ratio) in tools {
                dot(area, (frame.x(axis, *ratio), y), 5, colour(tool));
            }
            y += ROW;
        }
    });
}

/// Names of tools in their colours, side by side, in as many lines as that takes.
fn legend(area: &Area<'_>, tools: &[&str], top: i32) {
    for (tool, (x, y)) in tools.iter().zip(legend_places(tools)) {
        dot(area, (x, top + y), 5, colour(tool));
        write(area, tool, (x + 10, top + y), Lies::Behind, 13, TEXT);
    }
}

/// Where the names of a legend begin: from the left, and below its top.
fn legend_places(tools: &[&str]) -> Vec<(i32, i32)> {
    const LEFT: i32 = 24;
    let (mut x, mut y) = (LEFT, 0);
    let place = |tool: &&str| {
        let width = 32 + 7 * i32::try_from(tool.len()).unwrap_or_default();
        if x + width > WIDTH {
            (x, y) = (LEFT, y + LEGEND_ROW);
        }
        let at = (x, y);
        x += width;
        at
    };
    tools.iter().map(place).collect()
}

/// Points with a name.
struct Line {
    name: String,
    colour: RGBColor,
    points: Vec<(f64, f64)>,
}

/// Instructions over the size of the input, both logarithmic: a line for each name that `name`
/// gives to figures.
pub(crate) fn growth(
    path: &Path,
    title: &str,
    below: &str,
    figures: &[Figure],
    name: impl Fn(&Figure) -> Option<String>,
) {
    let mut points = BTreeMap::<String, Vec<(f64, f64)>>::new();
    for figure in figures.iter().filter(|figure| figure.measure == "instructions") {
        if let Some((name, size)) = name(figure).zip(size(&figure.work)) {
            points.entry(name).or_default().push((size, figure.value));
        }
    }
    points.retain(|_, points| points.len() > 1);
    let is_of_tools = points.contains_key("ours");
    let lines = points.into_iter().enumerate().map(|(number, (name, mut points))| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let colour = if is_of_tools { colour(&name) } else { nth_colour(number) };
        Line { name, colour, points }
    });
    let lines: Vec<Line> = lines.collect();
    let all = || lines.iter().flat_map(|line| &line.points);
    let (x, y) = (Axis::of(all().map(|(x, _)| *x)), Axis::of(all().map(|(_, y)| *y)));
    let frame = Frame { left: 80, top: 50, right: WIDTH - 170, bottom: 470 };
    sheet(path, 520, title, |area| {
        frame.x_grid(area, x, short);
        frame.y_grid(area, y, short);
        frame.border(area);
        write(area, below, (frame.right, frame.bottom + 32), Lies::Before, 13, TEXT);
        let place = |(at, value)| (frame.x(x, at), frame.y(y, value));
        draw_lines(area, frame, &lines, place);
    });
}

/// Lines and dots, with the name of each line after its end.
fn draw_lines(
    area: &Area<'_>,
    frame: Frame,
    lines: &[Line],
    place: impl Fn((f64, f64)) -> (i32, i32),
) {
    let places = |line: &Line| line.points.iter().map(|point| place(*point)).collect::<Vec<_>>();
    let end = |line: &Line| places(line).last().copied().unwrap_or_default();
    let heights: Vec<i32> = lines.iter().map(|line| end(line).1).collect();
    let names = spread(&heights, 13, frame.top + 6, frame.bottom - 6);
    for (of, height) in lines.iter().zip(names) {
        let places = places(of);
        line(area, &places, of.colour, 2);
        for at in &places {
            dot(area, *at, 3, of.colour);
        }
        let (x, y) = end(of);
        line(area, &[(x, y), (frame.right + 10, height)], of.colour.mix(0.4), 1);
        write(area, &of.name, (frame.right + 14, height), Lies::Behind, 12, of.colour);
    }
}

/// A panel for each group: the cost of each of its works for ours, from the oldest results to the
/// newest.
pub(crate) fn history(path: &Path, title: &str, results: &[Results], measure: &str) {
    let value = |figure: &Figure| {
        (figure.is_ours() && figure.measure == measure)
            .then(|| (figure.group.clone(), figure.work.clone(), figure.value))
    };
    panels(path, title, results, value);
}

/// The same for times, shown relative to those of other tools: the times of two days cannot be
/// compared.
pub(crate) fn history_of_ratios(path: &Path, results: &[Results]) {
    let value = |figure: &Figure| {
        let ratio = figure.ratio.filter(|_| !figure.is_ours() && figure.measure == "time")?;
        Some((figure.group.clone(), format!("{} {}", figure.tool, figure.work), ratio))
    };
    panels(path, "Time of other tools, as multiples of ours", results, value);
}

fn panels(
    path: &Path,
    title: &str,
    results: &[Results],
    value: impl Fn(&Figure) -> Option<(String, String, f64)>,
) {
    let mut groups = BTreeMap::<String, BTreeMap<String, Vec<(f64, f64)>>>::new();
    for (number, results) in (0_u32..).zip(results) {
        for (group, name, value) in results.figures.iter().filter_map(&value) {
            let line = groups.entry(group).or_default().entry(name).or_default();
            line.push((f64::from(number), value));
        }
    }
    let tall =
        |lines: &BTreeMap<_, _>| 40 + 14 * i32::try_from(lines.len()).unwrap_or_default().max(8);
    let height: i32 = 60 + groups.values().map(|lines| tall(lines) + 50).sum::<i32>();
    let last = f64::from(u32::try_from(results.len()).unwrap_or(1).saturating_sub(1).max(1));
    sheet(path, height, title, |area| {
        let mut top = 60;
        for (group, lines) in groups {
            let frame = Frame { left: 80, top, right: WIDTH - 330, bottom: top + tall(&lines) };
            let y = Axis::of(lines.values().flatten().map(|(_, value)| *value));
            write(area, &group, (16, top - 12), Lies::Behind, 14, BLACK);
            frame.y_grid(area, y, short);
            frame.border(area);
            let x = |number: f64| {
                frame.left + 20 + column(number / last, frame.right - frame.left - 40)
            };
            // As many names as there is room for.
            for (number, results) in
                (0_u32..).zip(results).step_by(results.len().div_ceil(4).max(1))
            {
                let at = (x(f64::from(number)), frame.bottom + 12);
                write(area, &results.name, at, Lies::Centred, 11, TEXT);
            }
            let lines = lines.into_iter().enumerate().map(|(number, (name, points))| Line {
                name,
                colour: nth_colour(number),
                points,
            });
            let lines: Vec<Line> = lines.collect();
            draw_lines(area, frame, &lines, |(at, value)| (x(at), frame.y(y, value)));
            top = frame.bottom + 50;
        }
    });
}

fn column(part: f64, width: i32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a chart")]
    let at = (part * f64::from(width)) as i32;
    at
}

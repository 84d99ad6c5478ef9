//! What the tools did, counted.

use std::collections::BTreeMap;

use patch_parse::Format;
use patch_testkit::noise::{Damage, Refusal, Verdict};

use crate::cases::Drawn;
use crate::suggestions::{self, Suggested};
use crate::tools::Tool;

/// Verdicts of one tool about some cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) right: usize,
    pub(crate) refused: usize,
    pub(crate) half: usize,
    pub(crate) wrong: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Right => &mut self.right,
            Verdict::Refused => &mut self.refused,
            Verdict::Half => &mut self.half,
            Verdict::Wrong => &mut self.wrong,
        } += 1;
    }

    pub(crate) fn all(&self) -> usize {
        self.right + self.refused + self.half + self.wrong
    }
}

/// One case and the outcome of each tool.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) label: String,
    /// What cases of the same change have in common.
    pub(crate) choice: u64,
    pub(crate) damage: &'static Damage,
    pub(crate) format: Format,
    pub(crate) refusal: Refusal,
    /// In the order of [`Results::tools`]; `None` for a format that the tool does not read.
    pub(crate) verdicts: Vec<Option<Verdict>>,
    /// For ours: what its suggestions lead to, if there are any.
    pub(crate) suggested: Option<Suggested>,
}

/// All of them.
pub(crate) struct Results {
    /// Names and explanations.
    pub(crate) tools: Vec<(&'static str, String, &'static [Format])>,
    pub(crate) cases: Vec<Judged>,
}

impl Results {
    /// Runs every tool on every case.
    pub(crate) fn of(cases: &[Drawn], tools: &mut [Tool]) -> Self {
        let judged = cases.iter().map(|drawn| Judged {
            label: drawn.label.clone(),
            choice: drawn.case.choice,
            damage: drawn.damage,
            format: drawn.case.format,
            refusal: drawn.case.refusal,
            verdicts: tools
                .iter_mut()
                .map(|tool| tool.run(&drawn.case).map(|outcome| drawn.case.judge(&outcome)))
                .collect(),
            suggested: suggestions::of(&drawn.case),
        });
        let cases = judged.collect();
        let tools = tools.iter().map(|tool| (tool.name, tool.what.clone(), tool.formats));
        Self { tools: tools.collect(), cases }
    }

    /// The verdicts of a tool on the cases that `wanted` accepts.
    pub(crate) fn tally(&self, tool: usize, wanted: impl Fn(&Judged) -> bool) -> Tally {
        let mut tally = Tally::default();
        for case in self.cases.iter().filter(|case| wanted(case)) {
            case.verdicts.get(tool).copied().flatten().into_iter().for_each(|it| tally.add(it));
        }
        tally
    }

    /// The cases for which both formats have one of the same change, by damage and choice.
    pub(crate) fn twins(&self) -> BTreeMap<(&'static str, u64), Vec<&Judged>> {
        let mut twins: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for case in &self.cases {
            twins.entry((case.damage.name, case.choice)).or_default().push(case);
        }
        twins.retain(|_, cases| cases.len() == 2);
        twins
    }
}

use parlor_tables::build::*;
use parlor_tables::solve::{Stage, Watch};
use parlor_tables::*;
use std::sync::Mutex;
use std::time::Instant;
struct P(Mutex<(Option<Stage>, Instant, [f64; 4])>);
impl Watch for P {
    fn stage(&self, s: Stage) {
        let mut g = self.0.lock().unwrap();
        let t = g.1.elapsed().as_secs_f64();
        match g.0 {
            Some(Stage::Seed) => g.2[0] += t,
            Some(Stage::Propagate(_)) => g.2[1] += t,
            Some(Stage::Verify) => g.2[2] += t,
            Some(Stage::Write) => g.2[3] += t,
            None => {}
        }
        g.0 = Some(s);
        g.1 = Instant::now();
    }
}
impl Progress for P {
    fn event(&self, e: &Event) {
        if let Event::Begin { .. } = e {
            let mut g = self.0.lock().unwrap();
            g.0 = None;
            g.2 = [0.0; 4];
        }
        if let Event::Built { .. } = e {
            self.stage(Stage::Write);
            let g = self.0.lock().unwrap();
            println!("{:?} {:.2?}", e, g.2);
        } else {
            println!("{e:?}");
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let removal = if a[2] == "standard" {
        Removal::Standard
    } else {
        Removal::Document
    };
    let t = Instant::now();
    build(
        &Plan {
            dir: a[1].clone().into(),
            removal,
            up_to: a[3].parse().unwrap(),
            threads: 0,
            verify: false,
        },
        &P(Mutex::new((None, Instant::now(), [0.0; 4]))),
    )
    .unwrap();
    println!("{:?}", t.elapsed());
}

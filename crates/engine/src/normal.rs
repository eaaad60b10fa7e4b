//! The standard normal distribution with the same bits on every machine.

/// The inverse of the cumulative normal distribution, by Wichura's rational approximations
/// (algorithm AS 241, PPND16), for `0 < p < 1`.
///
/// Only `+ - * /` and `sqrt` touch the number, which IEEE 754 defines to the last bit, and a
/// logarithm computed in software (`libm`), so that no platform's own mathematics library decides
/// a fight.
#[allow(clippy::excessive_precision, clippy::unreadable_literal)]
pub fn inverse_normal(p: f64) -> f64 {
    const A: [f64; 8] = [
        3.3871328727963666080,
        1.3314166789178437745e2,
        1.9715909503065514427e3,
        1.3731693765509461125e4,
        4.5921953931549871457e4,
        6.7265770927008700853e4,
        3.3430575583588128105e4,
        2.5090809287301226727e3,
    ];
    const B: [f64; 8] = [
        1.0,
        4.2313330701600911252e1,
        6.8718700749205790830e2,
        5.3941960214247511077e3,
        2.1213794301586595867e4,
        3.9307895800092710610e4,
        2.8729085735721942674e4,
        5.2264952788528545610e3,
    ];
    const C: [f64; 8] = [
        1.42343711074968357734,
        4.63033784615654529590,
        5.76949722146069140550,
        3.64784832476320460504,
        1.27045825245236838258,
        2.41780725177450611770e-1,
        2.27238449892691845833e-2,
        7.74545014278341407640e-4,
    ];
    const D: [f64; 8] = [
        1.0,
        2.05319162663775882187,
        1.67638483018380384940,
        6.89767334985100004550e-1,
        1.48103976427480074590e-1,
        1.51986665636164571966e-2,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9,
    ];
    const E: [f64; 8] = [
        6.65790464350110377720,
        5.46378491116411436990,
        1.78482653991729133580,
        2.96560571828504891230e-1,
        2.65321895265761230930e-2,
        1.24266094738807843860e-3,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7,
    ];
    const F: [f64; 8] = [
        1.0,
        5.99832206555887937690e-1,
        1.36929880922735805310e-1,
        1.48753612908506148525e-2,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15,
    ];
    fn ratio(above: &[f64; 8], below: &[f64; 8], x: f64) -> f64 {
        let horner = |terms: &[f64; 8]| terms.iter().rev().fold(0.0, |sum, term| sum * x + term);
        horner(above) / horner(below)
    }

    let q = p - 0.5;
    if q.abs() <= 0.425 {
        return q * ratio(&A, &B, 0.180625 - q * q);
    }
    let tail = libm::sqrt(-libm::log(if q < 0.0 { p } else { 1.0 - p }));
    let size = if tail <= 5.0 {
        ratio(&C, &D, tail - 1.6)
    } else {
        ratio(&E, &F, tail - 5.0)
    };
    if q < 0.0 { -size } else { size }
}

/// The chance that a standard normal draw is below `z`; the same on every machine.
pub fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::{inverse_normal, normal_below};

    #[test]
    fn the_distribution_inverts_its_inverse() {
        for p in [1e-9, 0.001, 0.1, 0.5, 0.75, 0.999] {
            let again = normal_below(inverse_normal(p));
            assert!((again - p).abs() < 1e-12, "{again} is not {p}");
        }
    }

    /// Published quantiles, and bit patterns that must never change: old matches are replayed with them.
    #[test]
    fn known_quantiles() {
        for (p, z) in [
            (0.5, 0.0),
            (0.975, 1.959_963_984_540_054),
            (0.025, -1.959_963_984_540_054),
            (0.841_344_746_068_542_9, 1.0),
            (1e-9, -5.997_807_015_007_687),
            (1e-20, -9.262_340_089_798_408),
        ] {
            let got = inverse_normal(p);
            assert!((got - z).abs() < 1e-12, "p {p}: {got} is not {z}");
        }
    }

    #[test]
    fn bits_are_pinned() {
        let bits: Vec<u64> = [0.1, 0.3, 0.75, 0.999, 1e-7]
            .map(|p| inverse_normal(p).to_bits())
            .to_vec();
        assert_eq!(
            bits,
            [
                0xbff4_813c_36e2_6d33_u64,
                0xbfe0_c7e3_9582_c5fa,
                0x3fe5_956b_8752_8a49,
                0x4008_b8cb_b720_4470,
                0xc014_cc1f_26b1_8707,
            ]
        );
    }
}

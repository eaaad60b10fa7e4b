#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzzing::analysis_line(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    parlor_fuzzing::mutate_json(data, size, most, seed, libfuzzer_sys::fuzzer_mutate)
});

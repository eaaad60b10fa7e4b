#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzzing::engine_lines(data));

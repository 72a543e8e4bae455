//! Work on many inputs at once, results in the order of the inputs.

use rayon::prelude::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

/// Inputs worked on before their results are given out. Bounds the results held at a time.
const CHUNK: usize = 256;

/// Applies `work` to all items on the threads of the current rayon pool, and gives the results to `sink` in the order of
/// the items, whatever was done first.
///
/// # Errors
///
/// The first error of `sink`; the rest is left undone.
pub fn in_order<'i, I: Sync, T: Send, E>(
    items: &'i [I],
    work: impl Fn(&'i I) -> T + Sync,
    mut sink: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut results = Vec::new();
    for chunk in items.chunks(CHUNK) {
        chunk.par_iter().map(&work).collect_into_vec(&mut results);
        for result in results.drain(..) {
            sink(result)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u32> = (0..1_000).collect();
        let mut seen = Vec::new();
        let all: Result<(), ()> = in_order(
            &items,
            |&item| item * 2,
            |result| {
                seen.push(result);
                Ok(())
            },
        );
        assert!(all.is_ok());
        assert_eq!(seen, items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_of_the_sink_ends_the_run() {
        let mut seen = 0;
        let result = in_order(
            &[1, 2, 3],
            |&item| item,
            |_| {
                seen += 1;
                if seen == 2 { Err("closed") } else { Ok(()) }
            },
        );
        assert_eq!((result, seen), (Err("closed"), 2));
    }
}

use serde::ser::{Serialize, SerializeSeq, Serializer};

/// A list of actions in notation, one after the other in a single text: lists of legal actions are
/// made with every move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notations {
    /// Each ends its line.
    text: String,
    count: usize,
}

impl Notations {
    /// Room for `count` actions of the usual length.
    pub fn with_capacity(count: usize) -> Notations {
        Notations {
            text: String::with_capacity(count * 8),
            count: 0,
        }
    }

    /// Adds the action that `write` appends.
    pub fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.text.push('\n');
        self.count += 1;
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\n')
    }

    pub fn to_vec(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }
}

impl<'a> FromIterator<&'a str> for Notations {
    fn from_iter<I: IntoIterator<Item = &'a str>>(actions: I) -> Notations {
        let mut list = Notations::default();
        for action in actions {
            list.push_with(|text| text.push_str(action));
        }
        list
    }
}

impl Serialize for Notations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for action in self.iter() {
            list.serialize_element(action)?;
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_as_it_was_written() {
        let list: Notations = ["a1", "", "d6-d7"].into_iter().collect();
        assert_eq!(list.to_vec(), ["a1", "", "d6-d7"]);
        assert_eq!(
            serde_json::to_string(&list).unwrap(),
            r#"["a1","","d6-d7"]"#
        );
        assert!(Notations::default().is_empty());
    }
}

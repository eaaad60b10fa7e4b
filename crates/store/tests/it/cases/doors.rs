//! Invitations, and groups.

use futures_util::future::join_all;
use parlor_store::{Group, Invite, StoreError};

use super::refused;
use crate::samples::{WORDS, people};
use crate::world::World;

fn invite(hash: u8, id: &str, uses_left: u32, expires_ms: i64) -> Invite {
    Invite {
        hash: [hash; 32],
        id: id.to_owned(),
        label: WORDS.to_owned(),
        uses_left,
        by_name: "Olga".to_owned(),
        created_ms: i64::from(hash),
        expires_ms,
    }
}

pub async fn life_of_an_invite(world: &World) {
    let store = world.store().await;
    let (first, second) = (invite(1, "a", 1, 100), invite(2, "b", 3, 50));
    store.put_invite(&first).await.unwrap();
    store.put_invite(&second).await.unwrap();
    assert_eq!(store.invites(40, 9).await.unwrap(), [second, first]);
    assert!(!store.use_invite(&[9; 32], 40).await.unwrap());
    assert!(store.use_invite(&[1; 32], 40).await.unwrap());
    assert!(!store.use_invite(&[1; 32], 40).await.unwrap());
    store.return_invite(&[1; 32]).await.unwrap();
    assert!(store.use_invite(&[1; 32], 40).await.unwrap());
    assert!(!store.use_invite(&[2; 32], 50).await.unwrap(), "expired");
    assert!(store.delete_invite("b").await.unwrap());
    assert!(!store.delete_invite("b").await.unwrap());
    assert_eq!(store.prune_invites(40).await.unwrap(), 1);
}

/// No more come in than it is for, however many come at once.
pub async fn an_invite_is_for_so_many(world: &World) {
    let store = world.store().await;
    store.put_invite(&invite(1, "a", 3, 100)).await.unwrap();
    let coming = (0..12).map(|_| {
        let store = store.clone();
        async move { store.use_invite(&[1; 32], 40).await.unwrap() }
    });
    let came = join_all(coming).await;
    assert_eq!(came.into_iter().filter(|it| *it).count(), 3);
}

pub async fn groups_and_members(world: &World) {
    let store = world.store().await;
    people(&store, 3).await;
    let group = Group {
        id: "c".to_owned(),
        name: WORDS.to_owned(),
        leader: 1,
        created_ms: 5,
    };
    store.put_group(&group).await.unwrap();
    let nobody = Group {
        id: "d".to_owned(),
        leader: 99,
        ..group.clone()
    };
    refused!(store.put_group(&nobody).await, StoreError::NotFound);
    assert_eq!(store.group("c").await.unwrap(), Some(group.clone()));
    assert_eq!(store.groups_of_leader(2).await.unwrap(), []);
    let all = [group];
    assert_eq!(store.groups_of_leader(1).await.unwrap(), all);
    assert_eq!(store.groups(9).await.unwrap(), all);
    for player in [3, 2, 3] {
        store.add_member("c", player, 7).await.unwrap();
    }
    refused!(store.add_member("x", 2, 7).await, StoreError::NotFound);
    let members = store.members("c").await.unwrap();
    let names: Vec<&str> = members.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["player 2", "player 3"]);
    assert!(store.remove_member("c", 3).await.unwrap());
    assert!(!store.remove_member("c", 3).await.unwrap());
    assert!(!store.remove_member("x", 2).await.unwrap());
    assert_eq!(store.members("c").await.unwrap().len(), 1);
    assert!(store.delete_group("c").await.unwrap());
    assert_eq!(store.members("c").await.unwrap(), []);
    assert!(store.player(2).await.unwrap().is_some());
}

use parlor_store::Outage;

use crate::world::World;

/// A node that comes back after a silence notes it; one that joins others does not.
pub async fn silences_are_noted(world: &World) {
    let store = world.store().await;
    assert_eq!(store.wake_up(1_000, 500).await.unwrap(), []);
    store.beat(5_000).await.unwrap();
    assert_eq!(store.wake_up(5_400, 500).await.unwrap(), []);
    let slept = Outage {
        from_ms: 5_400,
        to_ms: 9_000,
    };
    assert_eq!(store.wake_up(9_000, 500).await.unwrap(), [slept]);
    // A second node of the same start must not count the silence twice.
    assert_eq!(store.wake_up(9_010, 500).await.unwrap(), [slept]);
    store.beat(20_000).await.unwrap();
    let again = Outage {
        from_ms: 20_000,
        to_ms: 30_000,
    };
    assert_eq!(store.wake_up(30_000, 500).await.unwrap(), [again, slept]);
}

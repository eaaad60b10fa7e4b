// Challenges to this person, wherever on the page they are; and what became of their own.
import type { ServerMessage, TableInfo } from '../generated/protocol';
import { router } from '../lib/router.svelte';
import { say } from '../lib/toast.svelte';
import { t } from '../words/i18n.svelte';
import { gameName } from './catalogue.svelte';
import { connection } from './socket.svelte';

/** A challenge, or with `by` an invitation to a table that waits. */
export interface Asked {
  table: TableInfo;
  by: string | undefined;
}

class Challenges {
  open = $state.raw<Asked[]>([]);

  start(): void {
    // After a welcome the server tells again what is open.
    connection.listen((message) => this.#hear(message));
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.open = [];
        break;
      case 'challenge':
        this.open = [...this.open.filter((it) => it.table.id !== message.table.id), { table: message.table, by: message.invited_by }];
        break;
      case 'challenge_gone':
        this.open = this.open.filter((it) => it.table.id !== message.id);
        break;
      case 'declined':
        say(t(message.instead === undefined ? 'challenge.declined' : 'challenge.changed', { name: message.by, game: gameName(message.game) }));
        if (message.stays !== true && router.path === `/t/${message.id}`) router.go('/');
        break;
      default:
    }
  }
}

export const challenges = new Challenges();

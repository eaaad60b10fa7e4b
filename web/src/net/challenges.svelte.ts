// Challenges to this person, wherever on the page they are; and what became of their own.
import type { ServerMessage, TableInfo } from '../generated/protocol';
import { router } from '../lib/router.svelte';
import { say } from '../lib/toast.svelte';
import { t } from '../words/i18n.svelte';
import { gameName } from './catalogue.svelte';
import { connection } from './socket.svelte';

class Challenges {
  open = $state.raw<TableInfo[]>([]);

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
        this.open = [...this.open.filter((it) => it.id !== message.table.id), message.table];
        break;
      case 'challenge_gone':
        this.open = this.open.filter((it) => it.id !== message.id);
        break;
      case 'declined':
        say(t(message.instead === undefined ? 'challenge.declined' : 'challenge.changed', { name: message.by, game: gameName(message.game) }));
        if (router.path === `/t/${message.id}`) router.go('/');
        break;
      default:
    }
  }
}

export const challenges = new Challenges();

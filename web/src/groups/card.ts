/** What is printed for one member of a group. */
export interface Card {
  name: string;
  code?: string;
  /** Why there is none. */
  refused?: string;
}

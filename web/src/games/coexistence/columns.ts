export const COLUMNS = [0, 1, 2, 3, 4, 5];
export const column = (index: number): string => String.fromCharCode(65 + index);
export const columnOf = (letter: string): number => letter.charCodeAt(0) - 65;

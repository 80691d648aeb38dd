// nothing.tsx: in the place of what the file never shows, since it needs a server; it would be large
export const Menu = () => null;

// Menu.tsx: a button that opens a list of things to do; the list's code is loaded with the first menu
import { lazy, type ReactNode, Suspense } from 'react';
import { Button, IconButton } from './Button';

export type MenuRow = {
  id: string;
  title: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  href?: string; // a link of this page, or a file to be saved
  download?: boolean;
  act?: () => void;
};
export type MenuProps = {
  label: string;
  icon?: ReactNode; // alone: the label is its name
  rows: readonly MenuRow[];
  look?: 'plain' | 'main' | 'bare';
};

const AriaMenu = lazy(() => import('./AriaMenu'));

export function Menu(props: MenuProps) {
  const resting = props.icon ? (
    <IconButton label={props.label} look={props.look ?? 'bare'} disabled>
      {props.icon}
    </IconButton>
  ) : (
    <Button look={props.look ?? 'plain'} disabled>
      {props.label}
    </Button>
  );
  return (
    <Suspense fallback={resting}>
      <AriaMenu {...props} />
    </Suspense>
  );
}

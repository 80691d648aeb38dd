// AriaMenu.tsx: the menu of Menu.tsx, by React Aria
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import styles from './AriaMenu.module.css';
import buttons from './Button.module.css';
import type { MenuProps } from './Menu';
import './aria';

export default function AriaMenu({ label, icon, rows, look }: MenuProps) {
  const how = look ?? (icon ? 'bare' : 'plain');
  return (
    <MenuTrigger>
      <Button
        aria-label={icon ? label : undefined}
        className={`${buttons.button} ${buttons[how]} ${icon ? buttons.icon : ''}`}
      >
        {icon ?? label}
      </Button>
      <Popover className={styles.popover}>
        <Menu
          className={styles.menu}
          aria-label={label}
          disabledKeys={rows.filter((row) => row.disabled).map((row) => row.id)}
        >
          {rows.map((row) => (
            <MenuItem
              key={row.id}
              id={row.id}
              textValue={row.title}
              href={row.href}
              download={row.download}
              onAction={row.act}
              className={`${styles.row} ${row.danger ? styles.danger : ''}`}
            >
              {row.icon}
              {row.title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

// Choices.tsx: the menus for colours and language, at the end of the bar
import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '@/text';
import { Menu } from './Menu';
import { preferences, type Theme, usePreferences } from './preferences';

const themes: Record<Theme, ReactNode> = {
  system: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
};
const isIn = <Key extends string>(name: string, record: Record<Key, unknown>): name is Key => name in record;
const keysOf = <Key extends string>(record: Record<Key, unknown>) =>
  Object.keys(record).filter((name) => isIn(name, record));

export function Choices() {
  const { t } = useTranslation();
  const { theme, language } = usePreferences();
  return (
    <>
      <Menu
        label={t('theme.label', { theme: t(`theme.${theme}`) })}
        icon={themes[theme]}
        rows={keysOf(themes).map((name) => ({
          id: name,
          title: t(`theme.${name}`),
          icon: themes[name],
          checked: name === theme,
          act: () => preferences.set({ theme: name }),
        }))}
      />
      <Menu
        label={t('language.label', { language: languages[language] })}
        icon={<Languages aria-hidden />}
        rows={keysOf(languages).map((name) => ({
          id: name,
          title: languages[name],
          checked: name === language,
          act: () => preferences.set({ language: name }),
        }))}
      />
    </>
  );
}

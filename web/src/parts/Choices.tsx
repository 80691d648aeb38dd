// Choices.tsx: the buttons for colours and language, at the end of the bar
import { Check, Languages, Moon, Sun, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button';
import { preferences, type Theme, usePreferences } from './preferences';

const themes: { theme: Theme; next: Theme; icon: ReactNode }[] = [
  { theme: 'system', next: 'light', icon: <SunMoon aria-hidden /> },
  { theme: 'light', next: 'dark', icon: <Sun aria-hidden /> },
  { theme: 'dark', next: 'system', icon: <Moon aria-hidden /> },
];

export function Choices() {
  const { t } = useTranslation();
  const { theme, language } = usePreferences();
  const row = themes.find((each) => each.theme === theme) ?? themes[0];
  return (
    <>
      <IconButton
        label={t('theme.label', { theme: t(`theme.${theme}`) })}
        onClick={() => preferences.set({ theme: row?.next ?? 'system' })}
      >
        {row?.icon ?? <Check aria-hidden />}
      </IconButton>
      <IconButton
        label={t('language.label')}
        onClick={() => preferences.set({ language: language === 'en' ? 'fr' : 'en' })}
      >
        <Languages aria-hidden />
      </IconButton>
    </>
  );
}

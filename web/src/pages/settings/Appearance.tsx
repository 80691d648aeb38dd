// Appearance.tsx: what this browser remembers: colours, language, shortcuts, the usual app
import { useTranslation } from 'react-i18next';
import { Check, Field } from '@/parts/Field';
import { preferences, type Theme, usePreferences } from '@/parts/preferences';
import { type Language, languages } from '@/text';
import styles from './SettingsPage.module.css';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

export function Appearance() {
  const { t } = useTranslation();
  const { theme, language, shortcuts, packageName } = usePreferences();
  return (
    <div className={styles.fields}>
      <Field label={t('settings.theme')}>
        <select value={theme} onChange={(event) => preferences.set({ theme: event.target.value as Theme })}>
          {themes.map((name) => (
            <option key={name} value={name}>
              {t(`settings.themes.${name}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('settings.language')}>
        <select
          value={language}
          onChange={(event) => preferences.set({ language: event.target.value as Language })}
        >
          {Object.entries(languages).map(([name, title]) => (
            <option key={name} value={name} lang={name}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('settings.packageName')} hint={t('settings.packageNameHint')}>
        <input
          value={packageName}
          spellCheck={false}
          autoComplete="off"
          placeholder="com.example.app"
          onChange={(event) => preferences.set({ packageName: event.target.value.trim() })}
        />
      </Field>
      <fieldset className={styles.switches}>
        <legend className="visually-hidden">{t('shortcuts.title')}</legend>
        <Check
          label={t('settings.shortcuts')}
          hint={t('settings.shortcutsHint')}
          checked={shortcuts}
          onChange={(checked) => preferences.set({ shortcuts: checked })}
        />
      </fieldset>
    </div>
  );
}

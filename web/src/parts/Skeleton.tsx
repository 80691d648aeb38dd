// Skeleton.tsx: the shape of what is being loaded
import { useTranslation } from 'react-i18next';
import styles from './Skeleton.module.css';

const widths = ['72%', '94%', '61%', '83%', '55%', '88%', '67%', '79%']; // as words have them

type Props = {
  rows?: number; // at most eight
  look?: 'text' | 'rows' | 'picture';
};

export function Skeleton({ rows = 3, look = 'text' }: Props) {
  const { t } = useTranslation();
  return (
    <div role="status" className={`${styles.skeleton} ${styles[look]}`}>
      <span className="visually-hidden">{t('loading')}</span>
      {(look === 'picture' ? widths.slice(0, 1) : widths.slice(0, rows)).map((width) => (
        <span key={width} className={styles.row} style={look === 'text' ? { width } : undefined} />
      ))}
    </div>
  );
}

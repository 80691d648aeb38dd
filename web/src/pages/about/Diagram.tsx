// Diagram.tsx: how a scenario becomes a verdict
import { ArrowDown, ArrowDownUp, ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Diagram.module.css';

type Name = 'scenario' | 'agent' | 'report' | 'model' | 'device';

function Box({ name }: { name: Name }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.box} ${styles[name]}`}>
      <strong>{t(`about.diagram.${name}.title`)}</strong>
      <span>{t(`about.diagram.${name}.text`)}</span>
    </div>
  );
}

// An arrow to the next box: right, or down in a narrow window.
function On() {
  return (
    <span className={styles.on} aria-hidden="true">
      <ArrowRight className={styles.right} />
      <ArrowDown className={styles.down} />
    </span>
  );
}

function Asks({ name }: { name: 'model' | 'device' }) {
  return (
    <div className={styles.asked}>
      <ArrowDownUp aria-hidden className={styles.both} />
      <Box name={name} />
    </div>
  );
}

export function Diagram() {
  const { t } = useTranslation();
  return (
    <figure className={styles.diagram} aria-label={t('about.diagram.label')}>
      <Box name="scenario" />
      <On />
      <div className={styles.middle}>
        <Box name="agent" />
        <div className={styles.pair}>
          <Asks name="model" />
          <Asks name="device" />
        </div>
      </div>
      <On />
      <Box name="report" />
    </figure>
  );
}

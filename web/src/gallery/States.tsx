// States.tsx: what is loading, empty, failed or told; and what lies over the page
import { useState } from 'react';
import { Button } from '@/parts/Button';
import { Dialog, Sheet } from '@/parts/Dialog';
import { Field } from '@/parts/Field';
import { Foreign } from '@/parts/Foreign';
import { NoticeBox, notify } from '@/parts/Notices';
import { Empty, Failure } from '@/parts/Page';
import { Skeleton } from '@/parts/Skeleton';
import styles from './Gallery.module.css';

const nothing = () => undefined;

export function States() {
  return (
    <div className={styles.stack}>
      <Skeleton />
      <Skeleton look="rows" rows={2} />
      <Failure error={new Error('The scenario could not be saved')} retry={nothing} />
      <Empty title="No runs yet" actions={<Button look="main">Run a scenario</Button>}>
        <p>Runs appear here.</p>
      </Empty>
      <NoticeBox
        notice={{ text: 'Scenario deleted', action: { name: 'Undo', act: nothing } }}
        onClose={nothing}
      />
      <NoticeBox
        notice={{ text: 'Run started', link: { name: 'Watch', to: '/dev/gallery' } }}
        onClose={nothing}
      />
      <NoticeBox notice={{ text: 'The model has no key', tone: 'fail' }} onClose={nothing} />
      <p>
        <Foreign text={'A hidden \u202e character, and Arabic: مرحبا'} />
      </p>
    </div>
  );
}

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'sheet'>();
  const close = () => setOpen(undefined);
  const Box = open === 'sheet' ? Sheet : Dialog;
  return (
    <div className={styles.row}>
      <Button onClick={() => setOpen('dialog')}>Open the dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Open the sheet</Button>
      <Button onClick={() => notify('Link copied')}>Notify</Button>
      {open && (
        <Box
          title="Delete 2 runs?"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button look="danger" onClick={close}>
                Delete
              </Button>
            </>
          }
        >
          <Field label="Name">
            <input defaultValue="Apples" />
          </Field>
        </Box>
      )}
    </div>
  );
}

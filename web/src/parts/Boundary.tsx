// Boundary.tsx: shows the error of a failed page; the rest of the window keeps working
import { Component, type ReactNode } from 'react';
import { reportError } from '@/api/client_errors';
import { Failure } from './Page';
import styles from './Page.module.css';

type Props = { place: string; children: ReactNode }; // another place is a new try

export class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.error !== undefined)
      this.setState({ error: undefined });
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div className={styles.page}>
        <Failure error={this.state.error} retry={() => window.location.reload()} />
      </div>
    );
  }
}

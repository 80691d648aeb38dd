// What an evaluation in this library of the framework finds.
class SemanticsBinding {
  static final instance = SemanticsBinding();
  void Function()? onEnsure;

  SemanticsHandle ensureSemantics() {
    onEnsure?.call();
    return SemanticsHandle();
  }
}

class SemanticsHandle {}

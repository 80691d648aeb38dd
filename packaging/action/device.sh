# device.sh: start and end the devices of a job; test.sh reads this file in
#
# AT_DEVICE      virtual-android, emulator or none (the workflow has its own)
# AT_DEVICES     how many (1)
# AT_APP         apps to install, one on a line: APKs; for virtual-android also JSON files
# AT_API_LEVEL, AT_TARGET, AT_ARCH, AT_PROFILE   of the emulator's image
# AT_BOOT_SECONDS   how long an emulator may take to start (600)

serials= # of the devices that were started, with blanks between them

# Fail unless it is a whole number from 1 to 16.
check_count() {
    case $2 in
    [1-9] | 1[0-6]) ;;
    *) fail "$1 must be a number from 1 to 16, not '$2'" ;;
    esac
}

await_device() {
    tries=0
    until [ "$(adb -s "$1" get-state 2>/dev/null)" = device ]; do
        tries=$((tries + 1))
        [ "$tries" -lt "$2" ] || fail "$1 is not online after $2 s: adb devices shows its state"
        sleep 1
    done
}

# It says where each of its devices listens. Ports are free ones, so an adb server that looks for emulators does not
# find them a second time.
start_virtual() {
    set -- --port 0 --instances "$AT_DEVICES"
    while IFS= read -r app; do
        case $app in *.json) set -- "$@" --app "$app" ;; esac
    done <<LINES
$(lines_of "${AT_APP-}")
LINES
    mkfifo "$scratch/devices"
    virtual-android "$@" >"$scratch/devices" &
    virtual_pid=$!
    exec 3<"$scratch/devices"
    at=0
    while [ "$at" -lt "$AT_DEVICES" ]; do
        IFS= read -r line <&3 || fail "virtual-android has ended: see its message above"
        port=$(printf '%s' "$line" | sed -n 's/.* adb=127\.0\.0\.1:\([0-9]*\).*/\1/p')
        [ -n "$port" ] || continue
        adb connect "127.0.0.1:$port"
        serials="$serials 127.0.0.1:$port"
        await_device "127.0.0.1:$port" 60
        at=$((at + 1))
    done
}

# GitHub's runners for Linux have KVM, but let only root use it.
need_kvm() {
    kvm=${AGENTEST_KVM:-/dev/kvm}
    [ "$(uname -s)" = Linux ] || return 0
    [ -e "$kvm" ] || fail "the runner has no $kvm, and an emulator takes many minutes without it: use ubuntu-latest (x86-64), or device: virtual-android"
    [ -w "$kvm" ] || sudo chmod 666 "$kvm" || fail "$kvm cannot be written, and sudo cannot change that"
}

need_image() {
    case $AT_API_LEVEL$AT_TARGET$AT_ARCH in
    *[!0-9A-Za-z_.-]*) fail "api-level, target and arch have letters, digits, '_', '.' and '-' only" ;;
    esac
    sdk=${ANDROID_HOME:-${ANDROID_SDK_ROOT-}}
    [ -n "$sdk" ] || fail "ANDROID_HOME is not set: install the Android SDK first (android-actions/setup-android)"
    tools=$sdk/cmdline-tools/latest/bin
    [ -x "$tools/sdkmanager" ] || fail "$tools has no sdkmanager: install Android's command-line tools first (android-actions/setup-android)"
    image="system-images;android-$AT_API_LEVEL;$AT_TARGET;$AT_ARCH"
    yes | "$tools/sdkmanager" --licenses >/dev/null || fail "sdkmanager could not accept the licences"
    "$tools/sdkmanager" --install platform-tools emulator "$image" >"$scratch/sdkmanager.log" 2>&1 ||
        { cat "$scratch/sdkmanager.log"; fail "sdkmanager could not install $image"; }
}

start_emulator() {
    name=agentest-$1
    port=$((${AGENTEST_EMULATOR_PORT:-5554} + 2 * ($1 - 1)))
    set -- avdmanager create avd --force --name "$name" --package "$image"
    [ -z "${AT_PROFILE-}" ] || set -- "$@" --device "$AT_PROFILE"
    program=$1
    shift
    echo no | "$tools/$program" "$@" >/dev/null || fail "avdmanager could not create $name"
    "$sdk/emulator/emulator" -avd "$name" -port "$port" -no-window -no-audio -no-boot-anim -no-snapshot \
        -camera-back none -gpu swiftshader_indirect >"$scratch/$name.log" 2>&1 &
    emulators="${emulators-} $!"
    serials="$serials emulator-$port"
}

# Animations are off, as for every test of an interface.
await_boot() {
    tries=0
    until [ "$(adb -s "$1" shell getprop sys.boot_completed 2>/dev/null | tr -d '\r')" = 1 ]; do
        tries=$((tries + 1))
        [ "$tries" -lt "${AT_BOOT_SECONDS:-600}" ] ||
            { cat "$scratch"/agentest-*.log; fail "$1 has not started within ${AT_BOOT_SECONDS:-600} s: its log is above"; }
        for pid in $emulators; do
            kill -0 "$pid" 2>/dev/null ||
                { cat "$scratch"/agentest-*.log; fail "an emulator has ended: its log is above"; }
        done
        sleep 1
    done
    for scale in window_animation_scale transition_animation_scale animator_duration_scale; do
        adb -s "$1" shell settings put global "$scale" 0
    done
}

start_emulators() {
    need_kvm
    need_image
    at=1
    while [ "$at" -le "$AT_DEVICES" ]; do
        start_emulator "$at"
        at=$((at + 1))
    done
    for serial in $serials; do
        await_boot "$serial"
    done
}

install_apps() {
    while IFS= read -r app; do
        case $app in
        '') continue ;;
        *.json) [ "$AT_DEVICE" = virtual-android ] || fail "only virtual-android has apps as JSON: $app" ;;
        *) for serial in ${serials:-$(adb devices | awk '$2 == "device" { print $1 }')}; do
            adb -s "$serial" install -r "$app" </dev/null || fail "$app could not be installed on $serial"
        done ;;
        esac
    done <<LINES
$(lines_of "${AT_APP-}")
LINES
}

start_devices() {
    AT_DEVICES=${AT_DEVICES:-1}
    check_count devices "$AT_DEVICES"
    echo '::group::Devices'
    case $AT_DEVICE in
    virtual-android) start_virtual ;;
    emulator) start_emulators ;;
    none) ;;
    *) fail "device must be virtual-android, emulator or none, not '$AT_DEVICE'" ;;
    esac
    install_apps
    adb devices
    echo '::endgroup::'
}

# Later steps of the job find no device that this one has started.
stop_devices() {
    for serial in $serials; do
        case $serial in
        127.0.0.1:*) adb disconnect "$serial" >/dev/null 2>&1 || : ;;
        *) adb -s "$serial" emu kill >/dev/null 2>&1 || : ;;
        esac
    done
    for pid in ${virtual_pid-} ${emulators-}; do
        kill "$pid" 2>/dev/null || :
        wait "$pid" 2>/dev/null || :
    done
}

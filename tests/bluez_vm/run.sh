#!/bin/sh
# Boots a Debian kernel with Bluetooth in QEMU and runs guest.py in it; the exit status is its own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build/bluez_vm
python=$root/.venv/bin/python

for command in qemu-system-x86_64 busybox depmod cpio bluetoothctl dbus-daemon apt-get; do
    command -v "$command" >/dev/null || {
        echo "bluez: $command is missing; run: sudo apt-get install $(cat "$here/packages")" >&2
        exit 1
    }
done

# The kernel's package has another name with every update: ask for the one that is current.
mkdir -p "$build"
cd "$build"
if [ ! -d kernel ]; then
    package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: *\(linux-image-[0-9][^ ]*\).*/\1/p' | head -n 1)
    [ -n "$package" ] || { echo "bluez: no package linux-image-amd64; run: sudo apt-get update" >&2; exit 1; }
    apt-get download -q "$package"
    dpkg -x "$package"_*.deb kernel
    rm -f "$package"_*.deb
fi
version=$(ls kernel/lib/modules)
depmod -b kernel "$version"

# A first file system in memory: busybox, the modules in the order in which they are needed, init.
first=$build/first
rm -rf "$first"
mkdir -p "$first/bin" "$first/modules" "$first/proc" "$first/sys" "$first/dev"
cp "$(command -v busybox)" "$first/bin/"
cp "$here/init" "$first/init"
chmod +x "$first/init"
number=100
for module in virtio_pci 9pnet_virtio 9p overlay bluetooth hci_vhci uhid \
    algif_hash algif_skcipher aes_generic cmac ccm ctr ecb hmac sha512_generic drbg ecdh_generic; do
    modprobe -d kernel -S "$version" --show-depends "$module" | sed -n 's/^insmod *\([^ ]*\).*/\1/p'
done | while read -r file; do
    name=$(basename "$file")
    [ -e "$first/seen-$name" ] && continue
    : > "$first/seen-$name"
    number=$((number + 1))
    cp "$file" "$first/modules/$number-$name"
done
rm -f "$first"/seen-*
(cd "$first" && find . | cpio --quiet -o -H newc | gzip -1) > first.gz

# No KVM: it is not everywhere, and this way the run is the same wherever it is started.
qemu-system-x86_64 -accel tcg -cpu max -m 1024 -smp 2 -nographic -no-reboot -nic none \
    -kernel kernel/boot/vmlinuz-* -initrd first.gz \
    -append "console=ttyS0 quiet panic=-1 python=$python script=$here/guest.py" \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap |
    tee guest.log
grep -q '^guest ended with 0' guest.log
